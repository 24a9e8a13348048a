const at = (pattern) => `${import.meta.dirname}/${pattern}`

export default {
  content: [at("app/**/*.tsx"), at("node_modules/medusa-payin-storefront/**/*.js")],
}
