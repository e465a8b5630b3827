import { sharedStorage } from '../../browser-storage.ts'

/** Where the visitor's state is kept: in this browser only. */
const KEY = 'uf'

/*
 * The page is the same for everybody and holds the next race of each state. A style sheet shows that of the chosen one, so that it stands
 * there from the first paint; without one, or when the state has no race to come, the first race of the country stays.
 */
const STYLES =
  '[data-next-races]>[data-uf=UF]{display:grid}[data-next-races]>[data-uf=UF]~:last-child{display:none}'

/** An inline script that shows the chosen state's race before the first paint. */
export const HOME_STATE_SCRIPT = `try{var u=localStorage.getItem('${KEY}');if(/^[A-Z]{2}$/.test(u)){var c=new CSSStyleSheet;c.replaceSync('${STYLES}'.replaceAll('UF',u));document.adoptedStyleSheets=[c]}}catch{}`

/** The state that the visitor chose; empty without one. */
export const chosenState = (): string => sharedStorage.getItem(KEY) ?? ''

/** Shows the race of a state, or of the country for the empty text, and remembers it. */
export function chooseState(state: string): void {
  const sheet = new CSSStyleSheet()
  if (state) sheet.replaceSync(STYLES.replaceAll('UF', state))
  document.adoptedStyleSheets = [sheet]
  if (state) sharedStorage.setItem(KEY, state)
  else sharedStorage.removeItem(KEY)
}
