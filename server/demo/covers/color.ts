const channels = (color: string): number[] =>
  [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16))

/** `amount` of the way from one `#rrggbb` to another. */
export function mix(from: string, to: string, amount: number): string {
  const target = channels(to)
  const mixed = channels(from).map((value, i) => Math.round(value + ((target[i] ?? value) - value) * amount))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

/** The colour at `position` in [0, 1] along a row of colours. */
export function along(colors: readonly string[], position: number): string {
  const place = Math.min(Math.max(position, 0), 1) * (colors.length - 1)
  const from = colors[Math.floor(place)] ?? '#000000'
  return mix(from, colors[Math.ceil(place)] ?? from, place - Math.floor(place))
}
