import type { Random } from '../random.ts'
import type { Drawing } from './svg.ts'

/** A hundred units tall, foot at 0 0, in `currentColor`. */
const frond = (angle: number, length: number) =>
  `<path transform="translate(6 -92) rotate(${angle})" d="M0 0Q${length * 0.45} ${-length * 0.34} ${length} ${length * 0.16}Q${length * 0.5} ${-length * 0.04} 0 3Z"/>`

const ring = (blobs: readonly (readonly [number, number, number])[]) =>
  blobs.map(([x, y, r]) => `<circle cx="${x}" cy="${y}" r="${r}"/>`).join('')

const PLANTS = {
  palm: `<g fill="currentColor"><path d="M-3 0Q-3 -52 5 -93L8 -92Q4 -50 4 0Z"/>${[
    [-8, 42],
    [28, 40],
    [62, 32],
    [-48, 34],
    [-160, 40],
    [-196, 42],
    [-228, 32],
    [-130, 33],
    [-92, 24],
  ]
    .map(([angle = 0, length = 0]) => frond(angle, length))
    .join('')}</g>`,
  pine: '<path fill="currentColor" d="M-2.5 0V-12H-22L-8 -34H-17L-5 -58H-11L0 -100L11 -58H5L17 -34H8L22 -12H2.5V0Z"/>',
  /** Araucaria angustifolia, the umbrella of the southern highlands. */
  araucaria: `<g fill="currentColor"><path d="M-2.2 0L-1.2 -84H1.2L2.2 0Z"/><path d="M-36 -88Q-22 -74 0 -79Q22 -74 36 -88Q24 -84 16 -88Q10 -98 0 -98Q-10 -98 -16 -88Q-24 -84 -36 -88Z"/><path d="M-27 -76Q-14 -64 0 -69Q14 -64 27 -76Q14 -72 0 -76Q-14 -72 -27 -76Z"/></g>`,
  tree: `<g fill="currentColor"><path d="M-3.5 0L-2 -46L-14 -60L-11 -62L0 -52L10 -63L13 -60L2.5 -45L4 0Z"/>${ring(
    [
      [0, -78, 22],
      [-20, -66, 17],
      [20, -66, 17],
      [-9, -58, 15],
      [10, -58, 15],
    ],
  )}</g>`,
  /** Ipê in bloom: the crown takes the colour, the trunk stays dark. */
  ipe: `<path fill="#3a2430" d="M-3.5 0L-1.8 -40L-17 -58L-14 -61L0 -48L13 -62L16 -59L2.2 -40L4 0Z"/><g fill="currentColor">${ring(
    [
      [0, -80, 19],
      [-21, -69, 15],
      [22, -70, 15],
      [-34, -58, 8.5],
      [35, -59, 8.5],
      [-8, -62, 11],
      [12, -62, 11],
      [-13, -87, 10],
      [14, -88, 10],
    ],
  )}</g><g fill="#ffffff" fill-opacity=".25">${ring([
    [-8, -88, 7],
    [-24, -74, 6],
    [16, -78, 7],
  ])}</g>`,
  /** Mandacaru. */
  cactus: `<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="9"><path d="M0 0V-95"/><path d="M0 -34H-17Q-22 -34 -22 -40V-66"/><path d="M0 -46H15Q20 -46 20 -52V-84"/><path d="M-22 -46H-33Q-36 -46 -36 -50V-60" stroke-width="7"/></g>`,
  /** Buriti, the fan palm of the veredas. */
  buriti: `<g fill="currentColor"><path d="M-2.5 0L-1.6 -74H1.6L2.5 0Z"/>${[
    -90, -60, -30, 0, 30, 60, 90, 120, 240,
  ]
    .map(
      (angle) =>
        `<path transform="translate(0 -76) rotate(${angle})" d="M-1 0L-7 -20L-2 -17L0 -25L2 -17L7 -20L1 0Z"/>`,
    )
    .join('')}</g>`,
  /** Tall trunk of the rain forest with a flat crown. */
  giant: `<g fill="currentColor"><path d="M-9 0Q-3 -6 -2.4 -30L-2 -74H2L2.4 -30Q3 -6 9 0Z"/>${ring([
    [0, -88, 12],
    [-15, -83, 10],
    [15, -83, 10],
    [-27, -80, 6.5],
    [27, -80, 6.5],
    [-8, -79, 9],
    [8, -79, 9],
  ])}</g>`,
  grass:
    '<path fill="currentColor" d="M-14 0Q-12 -40 -30 -70Q-8 -48 -6 -14Q-4 -60 2 -100Q4 -54 5 -14Q10 -50 30 -76Q14 -42 14 0Z"/>',
} as const

export type PlantName = keyof typeof PLANTS

export function drawPlant(
  drawing: Drawing,
  random: Random,
  name: PlantName,
  x: number,
  y: number,
  height: number,
  color: string,
): void {
  drawing.stamp(name, PLANTS[name], x, y, height / 100, color, random.chance(0.5))
}
