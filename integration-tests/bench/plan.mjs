const OURS = /^payin_/

/**
 * What PostgreSQL reads for statements of knex's `query` event: `{ indexes, whole }`, the indexes by name
 * and those of the plugin's tables that it would read from end to end. `client` is one of node-postgres.
 */
export async function explain(client, statements) {
  const nodes = []
  for (const { sql, bindings } of statements) {
    const { rows } = await client.query(`explain (format json) ${sql}`, bindings)
    nodes.push(...flatten(rows[0]["QUERY PLAN"][0].Plan))
  }
  const whole = nodes.filter((node) => node["Node Type"] === "Seq Scan")
  return {
    indexes: unique(nodes.map((node) => node["Index Name"]).filter(Boolean)),
    whole: unique(whole.map((node) => node["Relation Name"]).filter((name) => OURS.test(name))),
  }
}

function flatten(node) {
  return [node, ...(node.Plans ?? []).flatMap(flatten)]
}

const unique = (names) => [...new Set(names)]
