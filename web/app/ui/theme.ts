import { type CSSVariablesResolver, createTheme, virtualColor } from '@mantine/core'
import { palette } from './palette.ts'

const TEXT_FONT = "'Inter Variable', 'Inter Fallback', system-ui, sans-serif"
const TITLE_FONT = "'Archivo Variable', 'Archivo Fallback', system-ui, sans-serif"

const ON_PRIMARY = 'var(--mantine-primary-color-contrast)'

export const theme = createTheme({
  colors: {
    ...palette,
    primary: virtualColor({ name: 'primary', light: 'orange', dark: 'indigo' }),
  },
  primaryColor: 'primary',
  primaryShade: 6,
  autoContrast: true,
  luminanceThreshold: 0.25,
  white: '#ffffff',
  black: '#1c1a17',
  respectReducedMotion: true,
  cursorType: 'pointer',
  fontFamily: TEXT_FONT,
  headings: {
    fontFamily: TITLE_FONT,
    fontWeight: '750',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: 'clamp(1.625rem, 1.35rem + 1.2vw, 2.25rem)', lineHeight: '1.15' },
      h2: { fontSize: 'clamp(1.375rem, 1.2rem + 0.7vw, 1.625rem)', lineHeight: '1.2' },
      h3: { fontSize: '1.25rem', lineHeight: '1.3' },
      h4: { fontSize: '1.125rem', lineHeight: '1.35' },
      h5: { fontSize: '1rem', lineHeight: '1.4' },
      h6: { fontSize: '0.875rem', lineHeight: '1.4' },
    },
  },
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '1rem', lg: '1.125rem', xl: '1.25rem' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '0.25rem', sm: '0.5rem', md: '0.75rem', lg: '1rem', xl: '1.5rem' },
  defaultRadius: 'md',
  shadows: {
    xs: 'var(--shadow-1)',
    sm: 'var(--shadow-1)',
    md: 'var(--shadow-2)',
    lg: 'var(--shadow-3)',
    xl: 'var(--shadow-3)',
  },
  components: {
    ActionIcon: { defaultProps: { size: 'xl', variant: 'subtle' } },
    Button: { defaultProps: { size: 'md' } },
    Checkbox: { defaultProps: { size: 'md', radius: 'sm', iconColor: ON_PRIMARY } },
    Combobox: { defaultProps: { shadow: 'md' } },
    Drawer: { defaultProps: { closeButtonProps: { 'aria-label': 'Fechar' } } },
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    // Rendered inside the main landmark and with only menu items as children, as screen readers expect.
    Menu: {
      defaultProps: {
        shadow: 'md',
        withinPortal: true,
        portalProps: { target: '#conteudo' },
        withInitialFocusPlaceholder: false,
      },
    },
    Modal: { defaultProps: { centered: true, closeButtonProps: { 'aria-label': 'Fechar' } } },
    MultiSelect: { defaultProps: { size: 'md' } },
    NativeSelect: { defaultProps: { size: 'md' } },
    NumberInput: { defaultProps: { size: 'md' } },
    Radio: { defaultProps: { size: 'md', iconColor: ON_PRIMARY } },
    Select: { defaultProps: { size: 'md' } },
    Switch: { defaultProps: { size: 'md' } },
    Textarea: { defaultProps: { size: 'md', autosize: true, minRows: 3 } },
    TextInput: { defaultProps: { size: 'md' } },
    InputBase: { defaultProps: { size: 'md' } },
    PasswordInput: { defaultProps: { size: 'md' } },
    // The header of a dialog is not a banner landmark of the page.
    ModalHeader: { defaultProps: { role: 'none' } },
    DrawerHeader: { defaultProps: { role: 'none' } },
  },
})

const TINTED = ['red', 'green', 'yellow', 'blue', 'pink', 'gray', 'orange', 'indigo'] as const

/** The `light` variant in the dark scheme: a tint on the colour of a card, with text in a light shade. */
const darkTints = () =>
  Object.assign(
    {},
    ...TINTED.map((color) => ({
      [`--mantine-color-${color}-light`]: `color-mix(in srgb, ${palette[color][6]} 28%, ${palette.dark[6]})`,
      [`--mantine-color-${color}-light-hover`]: `color-mix(in srgb, ${palette[color][6]} 40%, ${palette.dark[6]})`,
      [`--mantine-color-${color}-light-color`]: palette[color][2],
    })),
  )

/** Values of Mantine's variables. The variables of this project are in tokens.css. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': palette.gray[0],
    '--mantine-color-dimmed': palette.gray[6],
    '--mantine-color-placeholder': '#6f6b63',
    '--mantine-color-error': palette.red[7],
    '--mantine-color-success': palette.green[6],
    '--mantine-color-anchor': palette.orange[8],
    '--mantine-color-default-border': palette.gray[3],
    '--mantine-color-default-hover': palette.gray[1],
    '--mantine-color-primary-filled-hover': palette.orange[4],
    '--mantine-color-primary-light-color': '#8a4300',
    '--mantine-primary-color-light-color': '#8a4300',
    '--mantine-color-primary-contrast': '#160b00',
    '--mantine-primary-color-contrast': '#160b00',
    '--mantine-color-red-light-color': palette.red[8],
    '--mantine-color-green-light-color': palette.green[8],
    '--mantine-color-blue-light-color': palette.blue[8],
    '--mantine-color-pink-light-color': palette.pink[8],
    '--mantine-color-yellow-light-color': palette.yellow[8],
  },
  dark: {
    ...darkTints(),
    '--mantine-color-body': palette.dark[7],
    '--mantine-color-text': palette.dark[0],
    '--mantine-color-dimmed': palette.dark[2],
    '--mantine-color-placeholder': '#9196a0',
    '--mantine-color-error': palette.red[3],
    '--mantine-color-success': palette.green[3],
    '--mantine-color-anchor': palette.indigo[2],
    '--mantine-color-default': palette.dark[6],
    '--mantine-color-default-border': palette.dark[4],
    '--mantine-color-primary-light': '#2c3256',
    '--mantine-color-primary-light-hover': '#353c68',
    '--mantine-color-primary-light-color': palette.indigo[1],
    '--mantine-primary-color-light-color': palette.indigo[1],
  },
})
