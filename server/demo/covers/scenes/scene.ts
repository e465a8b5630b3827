import type { Random } from '../../random.ts'
import type { Mood } from '../moods.ts'
import type { Drawing } from '../svg.ts'

/** Paints the whole canvas: sky, land, road and runners. */
export type Scene = (drawing: Drawing, random: Random, mood: Mood) => void
