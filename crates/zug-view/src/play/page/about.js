// Which positions stand in this page, and of how many of them the value is known.

/** Of the positions in this page, how far the last one lies from the first, in plies. */
function deepest() {
  let plies = 0;
  for (let n = table.positions - 1; n > 0; n = graph.parents[n]) plies++;
  return plies;
}

/** Which positions are in this page. */
function extent() {
  const positions = table.positions.toLocaleString("en");
  const from = table.after.length > 0 ? "from here on" : "of this game";
  if (table.whole) return table.positions === 1 ? `The one position ${from} is in this page` : `All ${positions} positions ${from} are in this page`;
  if (table.positions === 1) return "This page holds one position alone, the first one";
  const further = deepest() > table.within ? ", and some further ones" : "";
  return `This page holds ${positions} of the positions ${from}: all within ${plural(table.within, "ply")}${further}`;
}

/** Of how many of them the value is known. */
function proved() {
  const rest = table.positions - table.proved;
  const why = "the solver had no time or memory for more";
  if (rest === 0) return table.positions === 1 ? "its value is exact" : "the value of each is exact";
  if (table.proved === 0) return table.positions === 1 ? `its value is not known: ${why}` : `no value is known: ${why}`;
  return `the value of ${table.proved.toLocaleString("en")} is exact, that of the other ${rest === 1 ? "one" : rest.toLocaleString("en")} is not known: ${why}`;
}

const about = () => `${extent()}; ${proved()}.${table.whole ? " It needs no network and no program." : ""}`;
