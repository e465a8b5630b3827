/**
 * What everybody's names have in common, whoever types them: people, organizers, races and what they sell. Names stand in e-mails,
 * lists and files of other people, where an address would be followed, and where what cannot be seen deceives.
 */

export const NAME_INVALID = 'Use letras, números e pontuação comum.'
export const NAME_WITH_ADDRESS = 'Escreva sem endereços de sites.'

/** Endings of addresses people are led to. Not every one there is: "S.Paulo" and "Sra.Ana" are names. */
const ENDINGS =
  'app|biz|br|cc|click|club|co|com|dev|edu|gd|gg|gl|gle|gov|info|io|link|live|ly|me|mobi|net|online|org|page|pro|ru|shop|site|store|tech|tk|to|top|tv|vip|web|xyz'
const ADDRESS = new RegExp(
  // Dots that look like one, and wide letters, are made plain before.
  String.raw`://|(?<![\p{L}\p{N}])www\.|(?<![\p{L}\p{N}-])[\p{L}\p{N}-]{2,}\.(?:${ENDINGS})(?![\p{L}\p{N}])`,
  'iu',
)

/** Marks that turn the direction of what follows, line breaks, and characters that mean nothing to a reader. */
const UNREADABLE = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Bidi_Control}\u{E0000}-\u{E007F}]/u
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u

/** Why a text cannot be a name, as a sentence; null when it can. That it is there at all, and how long, is asked elsewhere. */
export function nameProblem(text: string): string | null {
  if (UNREADABLE.test(text)) return NAME_INVALID
  const visible = text.replace(INVISIBLE, '')
  if (!LETTER_OR_DIGIT.test(visible)) return NAME_INVALID
  return ADDRESS.test(visible.normalize('NFKC')) ? NAME_WITH_ADDRESS : null
}
