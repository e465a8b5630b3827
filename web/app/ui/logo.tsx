import { drawing } from './icons.tsx'
import classes from './logo.module.css'

interface LogoProps {
  height?: number
}

/** The aspect ratio of `LOGO_BOX`; importing brand-paths.ts would add its paths to every page. */
const RATIO = 2770 / 480

/** The word Largada with its mark. The word has the colour of the text, the course the colour of the brand. */
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
