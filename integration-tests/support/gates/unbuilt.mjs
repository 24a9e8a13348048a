const BUILT_ELSEWHERE = /^src\/(admin|storefront)\/|(^|\/)__tests__\/|\.d\.ts$/

/**
 * Source files that the build skipped. Medusa's compiler leaves out every folder named `test`, without a word.
 *
 * @param sources paths of the repository, such as src/api/a/route.ts
 * @param packed paths in the package, such as .medusa/server/src/api/a/route.js
 */
export function unbuilt(sources, packed) {
  const there = new Set(packed)
  return sources
    .filter((file) => /^src\/.*\.tsx?$/.test(file) && !BUILT_ELSEWHERE.test(file))
    .filter((file) => !there.has(`.medusa/server/${file.replace(/\.tsx?$/, ".js")}`))
}
