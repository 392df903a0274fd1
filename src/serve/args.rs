//! The arguments of `zug serve`.

use bytesize::ByteSize;
use clap::Args;
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::time::Duration;

/// `zug serve`
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  zug serve games          the definitions of the folder games, at http://127.0.0.1:8017/"
)]
pub struct Serve {
    /// The folder whose definitions can be opened; nothing outside of it is read
    #[arg(default_value = ".")]
    pub folder: PathBuf,
    /// The port; 0 takes any that is free, and says which
    #[arg(long, default_value_t = 8017)]
    pub port: u16,
    /// The address; any other than that of the loopback lets others on the network ask too
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    pub address: IpAddr,
    /// The page, as `web/build` makes it, instead of the one in the program
    #[arg(long, value_name = "FILE")]
    pub page: Option<PathBuf>,
    /// The longest time for an answer
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration, default_value = "10m")]
    pub timeout: Duration,
    /// Memory of one search; two run at a time, others wait
    #[arg(long, value_name = "SIZE", default_value = "1GiB")]
    pub memory: ByteSize,
}
