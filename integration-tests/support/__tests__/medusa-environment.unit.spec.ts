import path from "node:path"

const ROOT = path.resolve(__dirname, "../../..")

describe("the environment of a started Medusa", () => {
  const before = { ...process.env }
  afterEach(() => {
    process.env = { ...before }
  })

  it("leaves out this repository and the developer's own shop, and keeps everything else", async () => {
    const { medusaEnvironment } = await import("../medusa/process.mjs")
    process.env = {
      PATH: [path.join(ROOT, "node_modules/.bin"), "/usr/bin", ROOT, `${ROOT}-of-another`].join(
        path.delimiter
      ),
      PWD: ROOT,
      INIT_CWD: ROOT,
      npm_package_json: path.join(ROOT, "package.json"),
      npm_lifecycle_event: "test:packed",
      npm_config_local_prefix: ROOT,
      npm_config_registry: "https://packages.example",
      HOME: "/home/ana",
      DATABASE_URL: "postgres://of-a-person",
    }

    const environment = medusaEnvironment({ NODE_ENV: "production" })
    const named = Object.entries(environment).filter(([, value]) => value === undefined)

    expect(named).toEqual([])
    expect(environment).toMatchObject({
      PATH: ["/usr/bin", `${ROOT}-of-another`].join(path.delimiter),
      npm_config_registry: "https://packages.example",
      HOME: "/home/ana",
      NODE_ENV: "production",
    })
    expect(Object.keys(environment).sort()).toEqual([
      "HOME",
      "MEDUSA_DISABLE_TELEMETRY",
      "NODE_ENV",
      "PATH",
      "XDG_CONFIG_HOME",
      "npm_config_registry",
    ])
  })
})
