/**
 * Whether each of `count` products of strangers.json is left out when the sentence encoder is trained: a fifth of them,
 * shuffled. The current weights depend on this order.
 */
export function heldOutProducts(count: number): readonly boolean[] {
  let state = 12_345
  const random = (): number => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
  const order = Array.from({ length: count }, (_, at) => at)
  for (let at = count - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1))
    const kept = order[at] ?? 0
    order[at] = order[other] ?? 0
    order[other] = kept
  }
  const isHeldOut = order.map(() => false)
  for (const [position, product] of order.entries()) isHeldOut[product] = position % 5 === 0
  return isHeldOut
}
