import { along, mix } from './color.ts'
import type { Mood } from './moods.ts'
import { curve, type Drawing, line, round } from './svg.ts'

/** Granite domes over the sea, a cable between them. */
export function drawSugarloaf(drawing: Drawing, mood: Mood, x: number, base: number): void {
  const dome = (left: number, points: readonly (readonly [number, number])[], paint: string) =>
    drawing.path(`${curve(points.map(([dx, dy]) => ({ x: left + dx, y: base - dy })))}Z`, paint)
  const rock = (depth: number) =>
    drawing.vertical([
      [0, mix(along(mood.land, depth), mood.light, 0.16)],
      [1, mix(along(mood.land, depth), mood.haze, 0.45)],
    ])
  dome(
    x - 190,
    [
      [0, 0],
      [70, 44],
      [140, 78],
      [210, 60],
      [300, 26],
      [360, 0],
    ],
    rock(0.2),
  )
  dome(
    x + 10,
    [
      [0, 0],
      [30, 60],
      [52, 150],
      [84, 214],
      [118, 232],
      [150, 206],
      [176, 140],
      [206, 60],
      [250, 22],
      [300, 0],
    ],
    rock(0.34),
  )
  dome(
    x - 120,
    [
      [0, 0],
      [40, 34],
      [90, 78],
      [150, 92],
      [200, 66],
      [260, 20],
      [310, 0],
    ],
    rock(0.42),
  )
  drawing.stroke(
    `M${round(x + 22)} ${round(base - 92)}Q${round(x + 66)} ${round(base - 142)} ${round(x + 126)} ${round(base - 232)}`,
    mood.shade,
    1.4,
    'stroke-opacity=".6"',
  )
}

/** Two steep rocks side by side in the sea. */
export function drawBrothers(drawing: Drawing, mood: Mood, x: number, base: number): void {
  const rock = drawing.vertical([
    [0, mix(along(mood.land, 0.34), mood.light, 0.14)],
    [1, mix(along(mood.land, 0.34), mood.haze, 0.3)],
  ])
  for (const [left, scale] of [
    [x - 96, 1],
    [x + 62, 0.84],
  ] as const) {
    const at = (dx: number, dy: number) => ({ x: left + dx * scale, y: base - dy * scale })
    const outline = [
      at(-92, 0),
      at(-72, 46),
      at(-46, 104),
      at(-30, 158),
      at(-8, 178),
      at(18, 170),
      at(38, 120),
      at(54, 58),
      at(84, 18),
      at(104, 0),
    ]
    drawing.path(`${line(outline)}Z`, rock)
    drawing.path(
      `${line([at(-8, 178), at(18, 170), at(38, 120), at(54, 58), at(84, 18), at(104, 0), at(20, 0), at(2, 70)])}Z`,
      mood.shade,
      'fill-opacity=".12"',
    )
  }
}

/** A banded tower on its rock, lit after sunset. */
export function drawLighthouse(drawing: Drawing, mood: Mood, x: number, base: number): void {
  const rock = along(mood.land, 0.62)
  const at = (dx: number, dy: number) => ({ x: x + dx, y: base - dy })
  drawing.path(
    `${curve([at(-190, 0), at(-130, 30), at(-60, 46), at(10, 52), at(80, 40), at(170, 26), at(300, 30), at(420, 0)])}Z`,
    drawing.vertical([
      [0, mix(rock, mood.light, 0.12)],
      [1, mix(rock, mood.haze, 0.3)],
    ]),
  )
  if (mood.stars) {
    const beam = drawing.horizontal([
      [0, mood.light, 0],
      [1, mood.light, 0.5],
    ])
    drawing.path(`${line([at(0, 228), at(-620, 330), at(-620, 190)])}Z`, beam)
  }
  const white = mix('#ffffff', mood.haze, mood.stars ? 0.45 : 0.12)
  const dark = mix(mood.shade, mood.haze, 0.12)
  const width = (height: number) => 24 - (height / 200) * 9
  for (let i = 0; i < 5; i++) {
    const low = 46 + i * 33
    const high = low + 33
    drawing.path(
      `${line([at(-width(low), low), at(-width(high), high), at(width(high), high), at(width(low), low)])}Z`,
      i % 2 === 0 ? white : dark,
    )
  }
  drawing.rect(x - 21, base - 217, 42, 7, dark)
  drawing.rect(x - 11, base - 240, 22, 24, mood.light)
  drawing.path(`${line([at(-15, 240), at(0, 258), at(15, 240)])}Z`, dark)
}

/** A suspension bridge over the bay. */
export function drawBridge(drawing: Drawing, mood: Mood, from: number, to: number, base: number): void {
  const color = mix(along(mood.land, 0.55), mood.shade, 0.2)
  const deck = base - 46
  const towers = [from + (to - from) * 0.26, from + (to - from) * 0.74]
  const top = base - 190
  drawing.rect(from - 100, deck, to - from + 260, 8, color)
  for (const x of towers) {
    drawing.path(
      `${line([
        { x: x - 13, y: base + 8 },
        { x: x - 6, y: top },
        { x: x + 6, y: top },
        { x: x + 13, y: base + 8 },
      ])}Z`,
      color,
    )
  }
  const [left = from, right = to] = towers
  const middle = (left + right) / 2
  drawing.stroke(
    `M${round(from - 90)} ${deck}Q${round((from + left) / 2)} ${round(deck - 40)} ${round(left)} ${top}Q${round(middle)} ${round(deck * 2 - top - 20)} ${round(right)} ${top}Q${round((to + right) / 2)} ${round(deck - 40)} ${round(to + 150)} ${deck}`,
    color,
    4.5,
  )
  let hangers = ''
  for (let x = left + 22; x < right; x += 22) {
    const t = (x - left) / (right - left)
    const y = (1 - t) ** 2 * top + 2 * t * (1 - t) * (deck * 2 - top - 20) + t ** 2 * top
    if (y < deck) hangers += `M${round(x)} ${round(y)}V${deck}`
  }
  drawing.stroke(hangers, color, 1.3)
  if (mood.stars) {
    let lamps = ''
    for (let x = from; x < to; x += 26) lamps += `M${round(x)} ${deck - 3}h.01`
    drawing.stroke(lamps, mood.light, 4, 'stroke-linecap="round"')
  }
}

/** A cable-stayed bridge whose tower is an X. */
export function drawStayedBridge(drawing: Drawing, mood: Mood, x: number, base: number): void {
  const color = mix(along(mood.land, 0.62), mood.shade, 0.25)
  const deck = base - 40
  const top = base - 300
  const leg = (side: number) =>
    `${line([
      { x: x + side * 78, y: base + 10 },
      { x: x - side * 58, y: top },
      { x: x - side * 46, y: top },
      { x: x + side * 96, y: base + 10 },
    ])}Z`
  let cables = ''
  for (let i = 0; i < 15; i++) {
    const height = top + 10 + i * 12
    const reach = 560 - i * 34
    cables += `M${round(x - 50)} ${round(height)}L${round(x - 50 - reach)} ${deck}M${round(x + 50)} ${round(height)}L${round(x + 50 + reach)} ${deck}`
  }
  drawing.stroke(cables, mix(mood.light, '#ffd23f', 0.35), 1.6, 'stroke-opacity=".8"')
  // Apart: as one path the crossing would be a hole.
  for (const side of [1, -1]) drawing.path(leg(side), color)
  drawing.rect(-20, deck, 1640, 9, color)
  drawing.rect(-20, deck + 15, 1640, 5, color)
}

/** Twin towers between a dome and a bowl. */
export function drawCongress(drawing: Drawing, mood: Mood, x: number, base: number): void {
  const white = mix(mix('#ffffff', mood.haze, 0.2), mood.land[2] ?? mood.haze, mood.stars ? 0.45 : 0.08)
  const shade = mix(white, mood.land[3] ?? mood.shade, 0.35)
  drawing.rect(x - 420, base - 44, 840, 46, shade)
  drawing.rect(x - 420, base - 48, 840, 9, white)
  for (const left of [x - 38, x + 8]) {
    drawing.rect(left, base - 262, 30, 216, shade)
    drawing.rect(left, base - 262, 12, 216, white)
  }
  drawing.rect(x - 10, base - 150, 20, 26, shade)
  drawing.path(`M${x - 300} ${base - 48}a84 60 0 0 1 168 0Z`, white)
  drawing.path(`M${x + 116} ${base - 104}h208q-32 56 -74 56h-60q-42 0 -74 -56Z`, white)
  drawing.path(`M${x + 116} ${base - 104}h208q-2 5 -6 10h-196q-4 -5 -6 -10Z`, shade)
}
