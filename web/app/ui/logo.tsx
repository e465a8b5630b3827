import { drawing } from './icons.tsx'
import classes from './logo.module.css'

interface LogoProps {
  /** In pixels. */
  height?: number
}

/** Of `LOGO_BOX`, which only the script that draws the logo imports. */
const RATIO = 2770 / 480

/** The word Largada with its mark: the word in the text's colour, the course in the brand's. */
export const Logo = ({ height = 32 }: LogoProps) => (
  <svg
    className={classes.logo}
    height={height}
    width={Math.round(height * RATIO)}
    role="img"
    aria-label="Largada"
  >
    <use href={drawing('logo')} />
  </svg>
)
