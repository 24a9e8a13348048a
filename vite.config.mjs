// `npm run build` bundles the plugin's admin with Vite, which copies `public/` into what is packed unless told not to.
// There the demo and the tests in a browser keep an admin that they built.
export default { publicDir: false }
