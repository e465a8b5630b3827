const card = {
  border: '1px solid var(--border)',
  'border-radius': 'var(--mantine-radius-lg)',
  background: 'var(--surface)',
  'box-shadow': 'var(--shadow-1)',
}

/** A link that covers its nearest positioned ancestor. It cannot be a row: WebKit does not position rows. */
const cover = { '&::after': { content: '""', position: 'absolute', inset: '0' } }

const titleFont = { 'font-family': 'var(--font-title)', 'word-spacing': 'var(--title-space)' }

/** Cuts a text off at the end of its line. */
const ellipsis = { overflow: 'hidden', 'text-overflow': 'ellipsis', 'white-space': 'nowrap' }

/** Only read out. */
const hidden = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  'clip-path': 'inset(50%)',
  'white-space': 'nowrap',
}

const ring = { outline: '3px solid var(--focus-ring)', 'outline-offset': '2px' }

/** A focus ring around an element with keyboard focus inside. Firefox has `:has()` since version 121. */
const ringAround = {
  '@supports not selector(:has(a))': { '&:focus-within': ring },
  '@supports selector(:has(a))': { '&:has(:focus-visible)': ring },
}

const soft = { background: 'var(--brand-soft)', color: 'var(--on-brand-soft)' }

const branded = { background: 'var(--brand)', color: 'var(--on-brand)' }

/** A button that looks like the text around it. */
const plainButton = { border: '0', background: 'none', font: 'inherit', cursor: 'pointer' }

const TONES = {
  success: 'green',
  warning: 'yellow',
  error: 'red',
  info: 'blue',
  primary: 'primary',
  secondary: 'pink',
  neutral: 'gray',
}

/** The colours of an element by the meaning that its `data-tone` states. */
const tones = Object.fromEntries(
  Object.entries(TONES).map(([tone, colour]) => [
    `&[data-tone="${tone}"]`,
    {
      background: `var(--mantine-color-${colour}-light)`,
      color: `var(--mantine-color-${colour}-light-color)`,
    },
  ]),
)

/** A link inside a list: underlined only when pointed at. */
const link = {
  color: 'var(--mantine-color-anchor)',
  'text-decoration': 'none',
  '&:hover': { 'text-decoration': 'underline', 'text-underline-offset': '0.2em' },
}

/** Text that matters less than its surroundings. */
const minor = { color: 'var(--mantine-color-dimmed)', 'font-size': 'var(--mantine-font-size-sm)' }

/** A heading with the size of an `h3` or `h4`, whatever its level. */
const heading = (level: 'h3' | 'h4') => ({
  margin: '0',
  'font-size': `var(--mantine-${level}-font-size)`,
  'line-height': `var(--mantine-${level}-line-height)`,
})

/** A `dl` with labels at the start and values at the end of its lines. */
const ledger = {
  display: 'grid',
  margin: '0',
  '& > div': {
    display: 'flex',
    gap: '1rem',
    'align-items': 'baseline',
    'justify-content': 'space-between',
  },
  '& dt': { color: 'var(--mantine-color-dimmed)' },
  '& dd': { margin: '0' },
}

export const mixins = {
  branded,
  card,
  cover,
  ellipsis,
  hidden,
  'heading-3': heading('h3'),
  'heading-4': heading('h4'),
  ledger,
  link,
  minor,
  'plain-button': plainButton,
  ring,
  'ring-around': ringAround,
  soft,
  'title-font': titleFont,
  tones,
}
