export default {
  plugins: { tailwindcss: { config: `${import.meta.dirname}/tailwind.config.mjs` } },
}
