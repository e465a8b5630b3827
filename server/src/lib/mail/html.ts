/** Markup that is not escaped again when interpolated. */
export interface Html {
  readonly markup: string
}

type Part = string | number | Html | null | undefined | false | readonly Part[]

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')

/** Escapes its interpolations. */
export const html = (strings: TemplateStringsArray, ...parts: Part[]): Html => ({
  markup: String.raw({ raw: strings }, ...parts.map(render)),
})

/** Structured data. `<` is escaped, so that no text can end the element. */
export const jsonLd = (data: object): Html => ({
  markup: `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`,
})

function render(part: Part): string {
  if (part === null || part === undefined || part === false) return ''
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part))
  return 'markup' in part ? part.markup : part.map(render).join('')
}

/** Blocks become lines, links keep their address. */
export function toPlainText({ markup }: Html): string {
  return markup
    .replace(/\s+/g, ' ')
    .replace(/<a\s[^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/g, (_, href, label) =>
      label === href ? href : `${label}: ${href}`,
    )
    .replace(/<li[^>]*>/g, '\n- ')
    .replace(/<br\s*\/?>|<\/tr>/g, '\n')
    .replace(/<\/t[dh]> *<t[dh][^>]*>/g, '  ')
    .replace(/<\/?(p|h[1-6]|ul|ol|table|div)(\s[^>]*)?>/g, '\n\n')
    .replace(/<[^>]+>/g, '')
    .replace(
      /&(amp|lt|gt|quot|#39);/g,
      (entity) => Object.keys(ENTITIES).find((key) => ENTITIES[key] === entity) ?? '',
    )
    .replace(/[^\S\n]*\n[^\S\n]*/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
