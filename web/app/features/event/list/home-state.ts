import { sharedStorage } from '#web/storage/browser-storage.ts'

/** Key of the visitor's state in the browser's storage. The server never receives it. */
const KEY = 'uf'

/* The cached page is the same for everybody and contains the next race of each state. A style sheet selects
   the race of the chosen state, so that it is visible at the first paint. Without a style sheet, or when the
   state has no upcoming race, the first race of the country is visible. */
const STYLES =
  '[data-next-races]>[data-uf=UF]{display:grid}[data-next-races]>[data-uf=UF]~:last-child{display:none}'

/** An inline script that selects the race of the chosen state before the first paint. */
export const HOME_STATE_SCRIPT = `try{var u=localStorage.getItem('${KEY}');if(/^[A-Z]{2}$/.test(u)){var c=new CSSStyleSheet;c.replaceSync('${STYLES}'.replaceAll('UF',u));document.adoptedStyleSheets=[c]}}catch{}`

export const chosenState = (): string => sharedStorage.getItem(KEY) ?? ''

/** Shows and stores the state. The empty text stands for the whole country. */
export function chooseState(state: string): void {
  const sheet = new CSSStyleSheet()
  if (state) sheet.replaceSync(STYLES.replaceAll('UF', state))
  document.adoptedStyleSheets = [sheet]
  if (state) sharedStorage.setItem(KEY, state)
  else sharedStorage.removeItem(KEY)
}
