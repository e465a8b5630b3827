import type { PublicProduct } from '#contract/event/event.ts'
import { plainText } from '#contract/words.ts'

/** What a kit may contain, with the words that organizers use for it. */
const WORDS = {
  shirt: /camis(a|eta)|regata/,
  bib: /numero/,
  medal: /medalha/,
  bag: /sac(ola|ochila)|mochila|bolsa|ecobag/,
  cap: /bone|viseira|chapeu/,
  cup: /copo|garrafa|squeeze|caneca/,
} as const
export type KitContent = keyof typeof WORDS

const CONTENTS = Object.keys(WORDS) as KitContent[]

type Kit = Pick<PublicProduct, 'name' | 'description' | 'shirt_sizes'>

/**
 * What to draw for a kit without a picture, as its sizes and its text tell. A text may name another kit: `Tudo do
 * Kit Completo, mais boné`. Without any clue: a number, which every runner gets.
 */
export function kitContents(kit: Kit, kits: readonly Kit[]): KitContent[] {
  const included = kits.filter(({ name }) => name !== kit.name && kit.description?.includes(name))
  const found = new Set([kit, ...included].flatMap(contentsOf))
  if (found.size === 0) return ['bib']
  return CONTENTS.filter((content) => found.has(content))
}

function contentsOf({ name, description, shirt_sizes }: Kit): KitContent[] {
  const text = plainText(`${name} ${description ?? ''}`).replace(/sem (a )?\w+/g, '')
  return CONTENTS.filter(
    (content) => WORDS[content].test(text) || (content === 'shirt' && shirt_sizes.length > 0),
  )
}
