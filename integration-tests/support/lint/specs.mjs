const LONELY = "Every test runs: no test stands alone, is skipped or waits to be written."

/** Forbids the marks that keep tests from running. */
export const specs = {
  name: "every test runs",
  files: ["**/__tests__/**", "integration-tests/**"],
  rules: {
    "no-restricted-syntax": [
      "error",
      {
        selector:
          "MemberExpression[object.name=/^(describe|it|test)$/][property.name=/^(only|skip|todo|failing)$/]",
        message: LONELY,
      },
      {
        selector: "CallExpression[callee.name=/^(xit|xtest|xdescribe|fit|fdescribe)$/]",
        message: LONELY,
      },
      {
        selector: "MemberExpression[object.name=/^(xit|xtest|xdescribe|fit|fdescribe)$/]",
        message: LONELY,
      },
    ],
  },
}
