/**
 * Rules for all names: of people, organizers, events and what they sell. Names appear in e-mails, lists and files of
 * other people, where links would be followed and invisible characters deceive.
 */

export const NAME_INVALID = 'Use letras, números e pontuação comum.'
export const NAME_WITH_ADDRESS = 'Escreva sem endereços de sites.'

/** Top-level domains used for links. Not all of them: "S.Paulo" and "Sra.Ana" are names. */
const ENDINGS =
  'app|biz|br|cc|click|club|co|com|dev|edu|gd|gg|gl|gle|gov|info|io|link|live|ly|me|mobi|net|online|org|page|pro|ru|shop|site|store|tech|tk|to|top|tv|vip|web|xyz'
const ADDRESS = new RegExp(
  // Look-alike dots and full-width letters are normalized before.
  String.raw`://|(?<![\p{L}\p{N}])www\.|(?<![\p{L}\p{N}-])[\p{L}\p{N}-]{2,}\.(?:${ENDINGS})(?![\p{L}\p{N}])`,
  'iu',
)

/** Direction marks, line breaks, and characters without meaning to a reader. */
const UNREADABLE = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Bidi_Control}\u{E0000}-\u{E007F}]/u
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u

/** Returns why a text cannot be a name, as a sentence; null when it can. Presence and length are checked elsewhere. */
export function nameProblem(text: string): string | null {
  if (UNREADABLE.test(text)) return NAME_INVALID
  const visible = text.replace(INVISIBLE, '')
  if (!LETTER_OR_DIGIT.test(visible)) return NAME_INVALID
  return ADDRESS.test(visible.normalize('NFKC')) ? NAME_WITH_ADDRESS : null
}
