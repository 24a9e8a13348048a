import path from "node:path"

/** @type {import("next").NextConfig} */
export default {
  outputFileTracingRoot: path.resolve(import.meta.dirname, "../.."),
  // `npm run lint` looks at these files with all the others.
  eslint: { ignoreDuringBuilds: true },
  poweredByHeader: false,
}
