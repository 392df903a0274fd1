// Keeps the page for when there is no network. With a network the newest page is shown.

const NAME = "zug-playground";
const keep = async (request, answer) => (await caches.open(NAME)).put(request.url.replace(/[?#].*$/, ""), answer);

self.addEventListener("install", (event) => event.waitUntil(caches.open(NAME).then((cache) => cache.add("./"))));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode !== "navigate" || request.method !== "GET") return;
  const fetched = fetch(request).then((answer) => {
    if (answer.ok) event.waitUntil(keep(request, answer.clone()));
    return answer;
  });
  event.respondWith(fetched.catch(async () => (await caches.match(request, { ignoreSearch: true })) ?? caches.match("./")));
});
