import { OWNER, type Worker, type World } from "./world"

/** The two workers are alike: of two states that differ by their names alone one is kept. */
export function canonical(world: World): boolean {
  const [first, second] = world.workers
  if (rank(first) <= rank(second)) {
    return false
  }
  world.workers.reverse()
  const { cart } = world
  cart.order_lock = other(cart.order_lock)
  cart.completion_by = other(cart.completion_by)
  for (const link of world.links) link.lease = other(link.lease)
  return true
}

function other(owner: number): number {
  return owner === OWNER.first ? OWNER.second : owner === OWNER.second ? OWNER.first : owner
}

/** Which of the two comes first: any order will do, if equal ranks mean equal workers. */
function rank({
  job,
  link,
  at,
  plan,
  before,
  locked,
  session,
  sessions,
  payments,
}: Worker): number {
  const place = ((job * 2 + link) * 16 + at) * 1024 + plan
  return (((place * 512 + before) * 2 + locked) * 4 + session) * 64 + sessions * 8 + payments
}
