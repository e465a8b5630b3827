import type { Random } from '../random.ts'
import type { Drawing, Point } from './svg.ts'

const limb = (d: string, width: number, color: string) =>
  `<path d="${d}" stroke="${color}" stroke-width="${width}"/>`

interface Pose {
  skin: string
  shoe: string
  torso: string
  behind: { arm: string; leg: string; foot: string }
  ahead: { arm: string; leg: string; foot: string }
}

/** A hundred units tall, foot at 0 0, running to the right; the shirt takes the stamp's colour. */
function runner({ skin, shoe, torso, behind, ahead }: Pose): string {
  const dark = '#1d1a2b'
  const leg = ({ leg: d, foot }: Pose['ahead']) =>
    `${limb(d, 6.6, skin)}${limb(d.split('L').slice(0, 2).join('L'), 8.6, dark)}${limb(foot, 6, shoe)}`
  return `<g fill="none" stroke-linecap="round" stroke-linejoin="round">${[
    limb(behind.arm, 5, skin),
    leg(behind),
    leg(ahead),
    limb('M4 -80L6 -86', 5, skin),
    limb(torso, 14, 'currentColor'),
    limb(ahead.arm, 5, skin),
  ].join(
    '',
  )}</g><circle cx="8" cy="-92" r="7" fill="${skin}"/><path d="M.6 -93a7.4 7.4 0 0 1 13.6 -4z" fill="${dark}"/>`
}

const RUNNERS = [
  runner({
    skin: '#5b3426',
    shoe: '#ffffff',
    torso: 'M3 -73L-1 -53',
    behind: { arm: 'M2 -74L-12 -61L-6 -48', leg: 'M-1 -47L-5 -26L-23 -17', foot: 'M-24 -17L-28 -10' },
    ahead: { arm: 'M3 -74L9 -58L22 -66', leg: 'M-1 -47L16 -36L14 -13', foot: 'M14 -12L21 -9' },
  }),
  runner({
    skin: '#a8694a',
    shoe: '#ffd23f',
    torso: 'M4 -74L-1 -53',
    behind: { arm: 'M3 -74L13 -62L25 -70', leg: 'M-1 -47L-9 -27L-21 -8', foot: 'M-21 -7L-15 -2' },
    ahead: { arm: 'M4 -74L-10 -63L-8 -49', leg: 'M-1 -47L18 -39L17 -17', foot: 'M17 -16L24 -12' },
  }),
  runner({
    skin: '#e0a77f',
    shoe: '#ff4f7b',
    torso: 'M4 -73L0 -53',
    behind: { arm: 'M3 -74L-10 -60L-2 -49', leg: 'M0 -47L-1 -26L-20 -22', foot: 'M-20 -22L-26 -16' },
    ahead: { arm: 'M4 -74L8 -57L21 -63', leg: 'M0 -47L11 -30L6 -5', foot: 'M6 -4L14 -2' },
  }),
]

export const SHIRTS = ['#ff4f7b', '#ffd23f', '#2ec4b6', '#ffffff', '#3f6bff', '#a4de3c', '#7b3ff2'] as const

/** A runner standing on `foot`, `height` tall. */
export function drawRunner(
  drawing: Drawing,
  random: Random,
  foot: Point,
  height: number,
  shirt: string,
  toLeft: boolean,
): void {
  const pose = random.int(0, RUNNERS.length - 1)
  drawing.stamp(`r${pose}`, RUNNERS[pose] ?? '', foot.x, foot.y, height / 100, shirt, toLeft)
}
