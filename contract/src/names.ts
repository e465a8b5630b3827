// Names appear in other people's e-mails, lists and files, where links would be clicked.

export const NAME_INVALID = 'Use letras, números e pontuação comum.'
export const NAME_WITH_ADDRESS = 'Escreva sem endereços de sites.'

/** Incomplete on purpose: "S.Paulo" and "Sra.Ana" are names. */
const ENDINGS =
  'app|biz|br|cc|click|club|co|com|dev|edu|gd|gg|gl|gle|gov|info|io|link|live|ly|me|mobi|net|online|org|page|pro|ru|shop|site|store|tech|tk|to|top|tv|vip|web|xyz'
const ADDRESS = new RegExp(
  // Applied after look-alike dots and full-width letters were normalized.
  String.raw`://|(?<![\p{L}\p{N}])www\.|(?<![\p{L}\p{N}-])[\p{L}\p{N}-]{2,}\.(?:${ENDINGS})(?![\p{L}\p{N}])`,
  'iu',
)

/** Direction marks, line breaks, and code points without meaning to a reader. */
const UNREADABLE = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Bidi_Control}\u{E0000}-\u{E007F}]/u
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u

/** Presence and length are checked elsewhere. */
export function nameProblem(text: string): string | null {
  if (UNREADABLE.test(text)) return NAME_INVALID
  const visible = text.replace(INVISIBLE, '')
  if (!LETTER_OR_DIGIT.test(visible)) return NAME_INVALID
  return ADDRESS.test(visible.normalize('NFKC')) ? NAME_WITH_ADDRESS : null
}
