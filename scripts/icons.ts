/**
 * Writes web/app/ui/icons.svg. Run after changing icons.tsx, states.svg or the logo, and commit the output.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { COURSE, LOGO_BOX, SLANT, START_LINE, WORD, WORD_LEFT } from '#web/ui/brand-paths.ts'

/** Drawn by hand: states, and what is in a kit. */
const STATES = new URL('../web/app/ui/states.svg', import.meta.url)
const COMPONENTS = new URL('../web/app/ui/icons.tsx', import.meta.url)
export const DRAWINGS = new URL('../web/app/ui/icons.svg', import.meta.url)

const OUTLINE =
  'fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"'

/** A symbol for each icon, the logo and the states. Symbols take their colours from their element. */
export async function drawings(): Promise<string> {
  const names = [...(await readFile(COMPONENTS, 'utf8')).matchAll(/^export const Icon.* = icon\('(.+)'\)$/gm)]
  const icons = await Promise.all(names.map(([, name = '']) => symbol(name)))
  const states = (await readFile(STATES, 'utf8')).match(/^<symbol .*$/gm) ?? []
  return `<svg xmlns="http://www.w3.org/2000/svg">\n${[logo(), ...icons, ...states].join('\n')}\n</svg>\n`
}

type Node = [tag: string, attributes: Record<string, string>]

async function symbol(name: string): Promise<string> {
  const file = `Icon${name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())}`
  const { __iconNode: nodes }: { __iconNode: Node[] } = await import(
    `@tabler/icons-react/dist/esm/icons/${file}.mjs`
  )
  const shapes = nodes.map(([tag, { key, ...attributes }]) => {
    const written = Object.entries(attributes).map(([attribute, value]) => ` ${attribute}="${value}"`)
    return `<${tag}${written.join('')}/>`
  })
  const paint = name.endsWith('-filled') ? 'fill="currentColor"' : OUTLINE
  return `<symbol id="${name}" viewBox="0 0 24 24" ${paint}>${shapes.join('')}</symbol>`
}

const logo = (): string =>
  `<symbol id="logo" viewBox="${LOGO_BOX}" fill="currentColor"><g transform="translate(55 0) skewX(${SLANT})">` +
  `<path d="${START_LINE}"/><path d="${COURSE}" fill="var(--brand-mark)"/></g>` +
  `<path d="${WORD}" transform="translate(${WORD_LEFT} 0)"/></symbol>`

if (import.meta.main) await writeFile(DRAWINGS, await drawings())
