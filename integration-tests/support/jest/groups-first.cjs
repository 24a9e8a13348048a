const path = require("node:path")
const { default: Sequencer } = require("@jest/test-sequencer")

/** Groups of specs take longest (../run/groups.mjs): begun last, one would end alone. */
module.exports = class GroupsFirst extends Sequencer {
  sort(tests) {
    const isGroup = (test) => path.basename(test.path).startsWith("group-")
    const rest = super.sort(tests.filter((test) => !isGroup(test)))
    return [...tests.filter(isGroup), ...rest]
  }
}
