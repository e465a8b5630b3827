/** The canvas every cover is drawn on: 16:9, its middle square holds the subject. */
export const WIDTH = 1600
export const HEIGHT = 900

export interface Point {
  x: number
  y: number
}

export type Stop = readonly [offset: number, color: string, opacity?: number]

export const round = (value: number): string => String(Math.round(value * 10) / 10)

/** `M x y L …` through points. */
export const line = (points: readonly Point[]): string =>
  points.map((point, i) => `${i === 0 ? 'M' : 'L'}${round(point.x)} ${round(point.y)}`).join('')

/** A Catmull-Rom curve through points, as cubic Béziers. `joined` continues a path instead of starting one. */
export function curve(points: readonly Point[], joined = false): string {
  const first = points[0]
  if (!first) return ''
  let path = `${joined ? 'L' : 'M'}${round(first.x)} ${round(first.y)}`
  for (let i = 0; i < points.length - 1; i++) {
    const b = points[i] ?? first
    const c = points[i + 1] ?? b
    const a = points[i - 1] ?? b
    const d = points[i + 2] ?? c
    const controls = [
      b.x + (c.x - a.x) / 6,
      b.y + (c.y - a.y) / 6,
      c.x - (d.x - b.x) / 6,
      c.y - (d.y - b.y) / 6,
    ]
    path += `C${controls.map(round).join(' ')} ${round(c.x)} ${round(c.y)}`
  }
  return path
}

/** A closed shape under a skyline: the line, then down to `bottom` and back. */
export const under = (top: readonly Point[], bottom = HEIGHT + 10): string => {
  const first = top[0]
  const last = top.at(-1)
  if (!first || !last) return ''
  return `${curve(top)}L${round(last.x)} ${bottom}L${round(first.x)} ${bottom}Z`
}

/** A drawing in the making: shapes in painting order, gradients kept aside. */
export function createDrawing(width = WIDTH, height = HEIGHT) {
  const defs: string[] = []
  const body: string[] = []
  const symbols = new Set<string>()
  let gradients = 0
  let clips = 0
  let mirrored = false
  const stopsOf = (stops: readonly Stop[]) =>
    stops
      .map(
        ([offset, color, opacity]) =>
          `<stop offset="${offset}" stop-color="${color}"${opacity === undefined ? '' : ` stop-opacity="${opacity}"`}/>`,
      )
      .join('')
  const define = (element: string) => {
    defs.push(element)
    return `url(#g${gradients})`
  }
  return {
    add: (...shapes: string[]) => {
      body.push(...shapes)
    },
    path: (d: string, fill: string, more = '') => {
      body.push(`<path d="${d}" fill="${fill}"${more && ` ${more}`}/>`)
    },
    stroke: (d: string, color: string, width: number, more = '') => {
      body.push(
        `<path d="${d}" fill="none" stroke="${color}" stroke-width="${round(width)}"${more && ` ${more}`}/>`,
      )
    },
    circle: (x: number, y: number, r: number, fill: string, more = '') => {
      body.push(
        `<circle cx="${round(x)}" cy="${round(y)}" r="${round(r)}" fill="${fill}"${more && ` ${more}`}/>`,
      )
    },
    ellipse: (x: number, y: number, rx: number, ry: number, fill: string, more = '') => {
      body.push(
        `<ellipse cx="${round(x)}" cy="${round(y)}" rx="${round(rx)}" ry="${round(ry)}" fill="${fill}"${more && ` ${more}`}/>`,
      )
    },
    rect: (x: number, y: number, w: number, h: number, fill: string, more = '') => {
      body.push(
        `<rect x="${round(x)}" y="${round(y)}" width="${round(w)}" height="${round(h)}" fill="${fill}"${more && ` ${more}`}/>`,
      )
    },
    /** From top to bottom of the shape it fills. */
    vertical: (stops: readonly Stop[]) => {
      gradients++
      return define(
        `<linearGradient id="g${gradients}" x1="0" y1="0" x2="0" y2="1">${stopsOf(stops)}</linearGradient>`,
      )
    },
    horizontal: (stops: readonly Stop[]) => {
      gradients++
      return define(`<linearGradient id="g${gradients}">${stopsOf(stops)}</linearGradient>`)
    },
    /** From top to bottom of the canvas, between two heights. */
    between: (y1: number, y2: number, stops: readonly Stop[]) => {
      gradients++
      return define(
        `<linearGradient id="g${gradients}" gradientUnits="userSpaceOnUse" x1="0" y1="${round(y1)}" x2="0" y2="${round(y2)}">${stopsOf(stops)}</linearGradient>`,
      )
    },
    radial: (stops: readonly Stop[]) => {
      gradients++
      return define(`<radialGradient id="g${gradients}">${stopsOf(stops)}</radialGradient>`)
    },
    /** Cuts what is drawn with `clip-path="…"` to a shape. */
    clip: (d: string) => {
      clips++
      defs.push(`<clipPath id="c${clips}"><path d="${d}"/></clipPath>`)
      return `clip-path="url(#c${clips})"`
    },
    /** Draws a shape that is defined once: `content` is in its own units, its foot at 0 0, painted in `currentColor`. */
    stamp: (
      name: string,
      content: string,
      x: number,
      y: number,
      scale: number,
      color: string,
      mirrored = false,
    ) => {
      if (!symbols.has(name)) defs.push(`<g id="${name}">${content}</g>`)
      symbols.add(name)
      const size = String(Math.round(scale * 1000) / 1000)
      body.push(
        `<use href="#${name}" color="${color}" transform="translate(${round(x)} ${round(y)}) scale(${mirrored ? `-${size} ${size}` : size})"/>`,
      )
    },
    /** Turns the whole picture left to right. */
    mirror: () => {
      mirrored = true
    },
    toString: () =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" preserveAspectRatio="xMidYMid slice"><defs>${defs.join('')}</defs><g${mirrored ? ` transform="translate(${width} 0) scale(-1 1)"` : ''}>${body.join('')}</g></svg>`,
  }
}
export type Drawing = ReturnType<typeof createDrawing>
