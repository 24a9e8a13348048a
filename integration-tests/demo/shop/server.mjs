import { readFile } from "node:fs/promises"
import http from "node:http"
import path from "node:path"
import { fileURLToPath } from "node:url"

const FILES = fileURLToPath(new URL("./public/", import.meta.url))
const PAGES = { "/": "/index.html", "/checkout": "/checkout.html", "/return": "/return.html" }
const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
}

/**
 * Serves the shop page and, as `/config.json`, what it has to know: `backend_url`,
 * `publishable_key` and the like. Everything else the page asks Medusa itself.
 * Returns `stop()`. Rejects with the system's error when the port is taken.
 */
export async function startShop({ host, port, config }) {
  const service = new URL(config.card_script).origin
  const policy = [
    "default-src 'self'",
    `script-src 'self' ${service}`,
    `frame-src ${service}`,
    `connect-src 'self' ${config.backend_url}`,
    `img-src 'self' ${config.backend_url}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ")
  const server = http.createServer((request, response) => {
    answer(request, config)
      .catch(() => ({ status: 404, type: "text/plain; charset=utf-8", body: "Not found" }))
      .then(({ status = 200, type, body }) => {
        response.writeHead(status, {
          "content-type": type,
          "content-security-policy": policy,
          "x-content-type-options": "nosniff",
          "cache-control": "no-store",
        })
        response.end(request.method === "HEAD" ? undefined : body)
      })
  })
  await new Promise((resolve, reject) => {
    server.once("error", reject)
    server.listen({ host, port, exclusive: true }, resolve)
  })
  return {
    stop: () =>
      new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      }),
  }
}

async function answer({ method, url }, config) {
  if (method !== "GET" && method !== "HEAD") {
    return { status: 405, type: "text/plain; charset=utf-8", body: "Only GET" }
  }
  const { pathname } = new URL(url, "http://shop")
  if (pathname === "/config.json") {
    return { type: "application/json", body: JSON.stringify(config) }
  }
  // The URL parser has resolved every dot segment; a decoded one would be looked for by its name.
  const file = path.join(FILES, PAGES[pathname] ?? pathname)
  const type = TYPES[path.extname(file)]
  if (!type || !file.startsWith(FILES)) throw new Error("not a file of the shop")
  return { type, body: await readFile(file) }
}
