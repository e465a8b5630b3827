import { longDate } from '#web/features/event/date-words.ts'
import { COURSE, MARK_WIDTH, SLANT, START_LINE, WORD, WORD_LEFT } from '#web/ui/brand-paths.ts'

/** The texts of the picture. Only the first name identifies the runner. */
export interface Bib {
  title: string
  /** `dd/mm/yyyy`. */
  date: string | null
  distance: string
  firstName: string
  /** A tiny picture of the race as a data URL, whose colour the bib takes; null: our own colour. */
  placeholder: string | null
}

/** The size of a story. */
export const BIB_WIDTH = 1080
export const BIB_HEIGHT = 1920

const BRAND_HUE = 24
const CARD = { left: 90, top: 440, width: 900, height: 960, radius: 40, band: 290 }
const CENTRE = BIB_WIDTH / 2

/** Draws a bib number's card without a number, as a PNG. */
export async function drawBib({ title, date, distance, firstName, placeholder }: Bib): Promise<Blob> {
  const hue = (placeholder && (await hueOf(placeholder).catch(() => null))) ?? BRAND_HUE
  const [deep, strong] = [`hsl(${hue} 75% 13%)`, `hsl(${hue} 85% 31%)`]
  await document.fonts.ready
  const canvas = document.createElement('canvas')
  canvas.width = BIB_WIDTH
  canvas.height = BIB_HEIGHT
  const context = contextOf(canvas)

  const ground = context.createLinearGradient(0, 0, BIB_WIDTH, BIB_HEIGHT)
  ground.addColorStop(0, strong)
  ground.addColorStop(1, deep)
  context.fillStyle = ground
  context.fillRect(0, 0, BIB_WIDTH, BIB_HEIGHT)
  drawLanes(context)
  drawLogo(context)

  context.fillStyle = '#fff'
  fillCard(context)
  context.save()
  cardPath(context)
  context.clip()
  context.fillStyle = strong
  context.fillRect(CARD.left, CARD.top, CARD.width, CARD.band)
  context.restore()
  for (const x of [CARD.left + 60, CARD.left + CARD.width - 60])
    for (const y of [CARD.top + 50, CARD.top + CARD.height - 50]) drawHole(context, x, y, deep)

  const inner = CARD.width - 120
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillStyle = '#fff'
  writeLines(context, title, { middle: CARD.top + CARD.band / 2, width: inner - 80, size: 68, most: 3 })
  context.fillStyle = deep
  writeLine(context, distance, { middle: CARD.top + 480, width: inner, size: 260 })
  context.fillStyle = strong
  writeLine(context, firstName, { middle: CARD.top + 715, width: inner, size: 140 })
  context.fillStyle = '#4c4943'
  if (date)
    writeLine(context, longDate(date), { middle: CARD.top + 865, width: inner - 120, size: 50, weight: 600 })
  context.fillStyle = '#fff'
  writeLine(context, 'Nos vemos na largada!', { middle: 1560, width: inner, size: 84 })

  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png')
  })
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d')
  if (!context) throw new Error('this browser does not draw')
  return context
}

/** The hue of the most colourful pixel; null for a grey picture. */
async function hueOf(placeholder: string): Promise<number | null> {
  const picture = new Image()
  picture.src = placeholder
  await picture.decode()
  const side = 8
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const context = contextOf(canvas)
  context.drawImage(picture, 0, 0, side, side)
  const { data } = context.getImageData(0, 0, side, side)
  let most = { hue: null as number | null, colour: 40 }
  for (let i = 0; i < data.length; i += 4) {
    const [r = 0, g = 0, b = 0] = data.subarray(i, i + 3)
    const [high, low] = [Math.max(r, g, b), Math.min(r, g, b)]
    if (high - low > most.colour) most = { hue: hueOfColour(r, g, b, high, high - low), colour: high - low }
  }
  return most.hue
}

function hueOfColour(r: number, g: number, b: number, high: number, range: number): number {
  const sector = high === r ? (g - b) / range : high === g ? 2 + (b - r) / range : 4 + (r - g) / range
  return Math.round((sector * 60 + 360) % 360)
}

function cardPath(context: CanvasRenderingContext2D): void {
  const { left, top, width, height, radius } = CARD
  const [right, bottom] = [left + width, top + height]
  context.beginPath()
  context.moveTo(left + radius, top)
  context.arcTo(right, top, right, bottom, radius)
  context.arcTo(right, bottom, left, bottom, radius)
  context.arcTo(left, bottom, left, top, radius)
  context.arcTo(left, top, right, top, radius)
  context.closePath()
}

function fillCard(context: CanvasRenderingContext2D): void {
  context.save()
  context.shadowColor = 'rgb(0 0 0 / 35%)'
  context.shadowBlur = 60
  context.shadowOffsetY = 24
  cardPath(context)
  context.fill()
  context.restore()
}

function drawHole(context: CanvasRenderingContext2D, x: number, y: number, colour: string): void {
  context.beginPath()
  context.arc(x, y, 20, 0, 2 * Math.PI)
  context.fillStyle = colour
  context.fill()
}

/** The lanes of a track behind the card. */
function drawLanes(context: CanvasRenderingContext2D): void {
  context.save()
  context.strokeStyle = 'rgb(255 255 255 / 8%)'
  context.lineWidth = 26
  for (let lane = 0; lane < 9; lane++) {
    context.beginPath()
    context.ellipse(BIB_WIDTH, BIB_HEIGHT, 260 + lane * 120, 420 + lane * 180, 0, 0, 2 * Math.PI)
    context.stroke()
  }
  context.restore()
}

function drawLogo(context: CanvasRenderingContext2D): void {
  const scale = 0.16
  context.save()
  context.translate(CENTRE - ((WORD_LEFT + 2290) * scale) / 2, 230)
  context.scale(scale, scale)
  context.fillStyle = '#fff'
  context.save()
  // The mark leans forward around the line on which it stands.
  context.transform(1, 0, Math.tan((SLANT * Math.PI) / 180), 1, MARK_WIDTH * 0.14, 0)
  context.fill(new Path2D(START_LINE))
  context.fill(new Path2D(COURSE))
  context.restore()
  context.translate(WORD_LEFT, 0)
  context.fill(new Path2D(WORD))
  context.restore()
}

interface Writing {
  /** The vertical middle. */
  middle: number
  width: number
  /** The largest size; a longer text is smaller. */
  size: number
  weight?: number
}

function setFont(context: CanvasRenderingContext2D, size: number, weight = 850): void {
  const family = getComputedStyle(document.documentElement).getPropertyValue('--mantine-font-family-headings')
  context.font = `${weight} ${size}px ${family || 'sans-serif'}`
}

function writeLine(
  context: CanvasRenderingContext2D,
  text: string,
  { middle, width, size, weight }: Writing,
) {
  setFont(context, size, weight)
  const wide = context.measureText(text).width
  if (wide > width) setFont(context, Math.floor((size * width) / wide), weight)
  context.fillText(text, CENTRE, middle)
}

function writeLines(
  context: CanvasRenderingContext2D,
  text: string,
  { middle, width, size, most }: Writing & { most: number },
): void {
  for (let tried = size; ; tried -= 4) {
    setFont(context, tried)
    const lines = brokenInto(context, text, width)
    if (lines.length > most && tried > 28) continue
    const height = tried * 1.15
    lines.slice(0, most).forEach((line, i) => {
      context.fillText(line, CENTRE, middle + (i - (Math.min(lines.length, most) - 1) / 2) * height, width)
    })
    return
  }
}

function brokenInto(context: CanvasRenderingContext2D, text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1)
    const longer = last === undefined ? word : `${last} ${word}`
    if (last !== undefined && context.measureText(longer).width <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}
