/** Run after changing the logo's paths, and commit the output in web/public and the logo of the e-mails. */
import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { COURSE, MARK_WIDTH, SLANT, START_LINE, WORD } from '#web/ui/brand-paths.ts'

const ORANGE = '#e97504'
const INK = '#160b00'
const PAPER = '#f7f7f6'
const target = (name: string) => new URL(`../web/public/${name}`, import.meta.url)

/** `inset` is the margin as a share of the side. */
function tile(side: number, radius: number, inset: number): string {
  const scale = (side * (1 - 2 * inset)) / MARK_WIDTH
  const top = (side - 343 * scale) / 2
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" width="${side}" height="${side}">
<title>Largada</title>
<rect width="${side}" height="${side}" rx="${radius}" fill="${ORANGE}"/>
<g transform="translate(${side * inset + 55 * scale} ${top}) scale(${scale}) skewX(${SLANT})" fill="${INK}"><path d="${START_LINE}"/><path d="${COURSE}"/></g>
</svg>
`
}

/** The preview image of shared links: the name over a curved running track. */
function socialCard(): string {
  const bend = (lane: number) =>
    `M-40 ${560 + lane * 46} C 380 ${540 + lane * 40} 800 ${470 + lane * 34} 1260 ${300 + lane * 30}`
  const lanes = [1, 2, 3, 4, 5, 6].map(
    (lane) => `<path d="${bend(lane)}" stroke="${INK}" stroke-opacity="0.25" stroke-width="4" fill="none"/>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630" width="1200" height="630">
<rect width="1200" height="630" fill="${PAPER}"/>
<path d="${bend(0)} V 700 H -40 Z" fill="${ORANGE}"/>
${lanes.join('\n')}
<g transform="translate(100 150) scale(0.36)">
<g transform="translate(55 0) skewX(${SLANT})"><path d="${START_LINE}" fill="${INK}"/><path d="${COURSE}" fill="${ORANGE}"/></g>
<path d="${WORD}" fill="${INK}" transform="translate(${MARK_WIDTH + 95} 0)"/>
</g>
</svg>`
}

/** An .ico file may contain a PNG. */
function ico(png: Buffer, side: number): Buffer {
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(1, 4)
  header.writeUInt8(side, 6)
  header.writeUInt8(side, 7)
  header.writeUInt16LE(1, 10)
  header.writeUInt16LE(32, 12)
  header.writeUInt32LE(png.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, png])
}

const png = (svg: string) => sharp(Buffer.from(svg)).png({ compressionLevel: 9, palette: true }).toBuffer()

await Promise.all([
  // Three times its displayed size.
  writeFile(new URL('../server/src/lib/mail/logo.png', import.meta.url), await png(tile(84, 18, 0.17))),
  writeFile(target('favicon.svg'), tile(64, 14, 0.17)),
  writeFile(target('favicon.ico'), ico(await png(tile(32, 7, 0.15)), 32)),
  writeFile(target('apple-touch-icon.png'), await png(tile(180, 0, 0.2))),
  writeFile(target('icon-192.png'), await png(tile(192, 0, 0.2))),
  writeFile(target('icon-512.png'), await png(tile(512, 0, 0.2))),
  writeFile(target('social-card.png'), await png(socialCard())),
])
