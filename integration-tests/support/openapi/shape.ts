// OpenAPI 3.1.0 (spec.openapis.org/oas/v3.1.0), as far as our contract uses it, as a JSON schema: a
// key that it does not name, misspelled or misplaced, is none of the contract's.

type Shape = Record<string, unknown>

const TEXT = { type: "string", minLength: 1 }
const FLAG = { type: "boolean" }
/** OpenAPI 3.1 takes any JSON schema of 2020-12. */
const SCHEMA = { $ref: "https://json-schema.org/draft/2020-12/schema" }

function exactly(properties: Shape, ...required: string[]): Shape {
  return { type: "object", properties, required, additionalProperties: false }
}

function each(key: string, value: Shape): Shape {
  return {
    type: "object",
    minProperties: 1,
    patternProperties: { [key]: value },
    additionalProperties: false,
  }
}

const CONTENT = each("^[a-z]+/[a-z+-]+$", exactly({ schema: SCHEMA }, "schema"))

const PARAMETER = {
  ...exactly(
    {
      name: TEXT,
      in: { enum: ["path", "query", "header"] },
      description: TEXT,
      required: FLAG,
      schema: SCHEMA,
    },
    ...["name", "in", "schema"]
  ),
  if: { properties: { in: { const: "path" } } },
  then: { properties: { required: { const: true } }, required: ["required"] },
}

const OPERATION = exactly(
  {
    operationId: TEXT,
    description: TEXT,
    security: { type: "array", items: { type: "object", additionalProperties: { maxItems: 0 } } },
    parameters: { type: "array", items: PARAMETER },
    requestBody: exactly(
      { description: TEXT, required: FLAG, content: CONTENT },
      ...["required", "content"]
    ),
    responses: each(
      "^[1-5](?:\\d\\d|XX)$",
      exactly({ description: TEXT, content: CONTENT }, ...["description", "content"])
    ),
  },
  ...["operationId", "description", "security", "responses"]
)

const SECURITY = {
  oneOf: [
    exactly(
      { type: { const: "http" }, scheme: { const: "bearer" }, description: TEXT },
      ...["type", "scheme"]
    ),
    exactly(
      { type: { const: "apiKey" }, in: { const: "header" }, name: TEXT, description: TEXT },
      ...["type", "in", "name"]
    ),
  ],
}

export const SHAPE = exactly(
  {
    openapi: { const: "3.1.0" },
    info: exactly({ title: TEXT, version: TEXT, description: TEXT }, ...["title", "version"]),
    paths: each("^/", each("^(?:get|post|delete)$", OPERATION)),
    components: exactly(
      {
        schemas: each("^[A-Za-z]+$", SCHEMA),
        securitySchemes: each("^[a-z]+$", SECURITY),
      },
      ...["schemas", "securitySchemes"]
    ),
  },
  ...["openapi", "info", "paths", "components"]
)
