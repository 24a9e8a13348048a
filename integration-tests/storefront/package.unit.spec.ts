import { execFileSync } from "node:child_process"
import path from "node:path"
import { readPage } from "../support/docs/blocks"

const GATE = path.join(__dirname, "../support/gates/storefront.mjs")

describe("the package medusa-payin-storefront", () => {
  it("weighs at most 15 kB gzip, knows React alone, and marks its components for the browser", () => {
    const said = execFileSync(process.execPath, [GATE, "--source"], { encoding: "utf8" })
    const [, kB] = /storefront: ([\d.]+) kB gzip/.exec(said) ?? []
    expect(Number(kB)).toBeGreaterThan(1)
    expect(Number(kB)).toBeLessThanOrEqual(15)
  })

  it("has the version and the license of the plugin, and takes React 18 and 19", () => {
    const own = JSON.parse(readPage("src/storefront/package.json"))
    const { version, license } = JSON.parse(readPage("package.json"))
    expect(own).toMatchObject({ name: "medusa-payin-storefront", version, license })
    expect(own.peerDependencies).toEqual({ react: "^18.0.0 || ^19.0.0" })
    expect(own).not.toHaveProperty("dependencies")
  })
})
