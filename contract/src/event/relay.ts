import { z } from 'zod'
import { SEX } from '../documents.ts'
import { plural } from '../words.ts'

export const SMALLEST_TEAM = 2
export const LARGEST_TEAM = 8

/** Who may be in a team; `mixed`: at least one man and one woman. */
export const TeamRule = z.enum(['any', 'men', 'women', 'mixed'])
export type TeamRule = z.infer<typeof TeamRule>
export const TEAM_RULES: Record<TeamRule, string> = {
  any: 'Qualquer composição',
  men: 'Só homens',
  women: 'Só mulheres',
  mixed: 'Ao menos um homem e uma mulher',
}

/** The columns of a category that make it a relay; `team_size` is null for a category of individuals. */
export const Relay = z.object({ team_size: z.int().nullable(), team_rule: TeamRule })
export type Relay = z.infer<typeof Relay>
export const INDIVIDUAL: Relay = { team_size: null, team_rule: 'any' }
export const RELAY_COLUMNS = Object.keys(Relay.shape) as readonly (keyof Relay)[]

const NOUNS: Readonly<Record<number, readonly [article: string, noun: string]>> = {
  2: ['Uma', 'dupla'],
  3: ['Um', 'trio'],
  4: ['Um', 'quarteto'],
}
const nounOf = (size: number) => NOUNS[size] ?? (['Uma', `equipe de ${size}`] as const)

/** `Dupla`, `Equipe de 5`. */
export const teamWord = (size: number): string => {
  const [, noun] = nounOf(size)
  return noun.charAt(0).toUpperCase() + noun.slice(1)
}

/** `Dupla · Só mulheres`; null for a category of individuals. */
export const relayWords = ({ team_size: size, team_rule: rule }: Relay): string | null =>
  size === null ? null : [teamWord(size), ...(rule === 'any' ? [] : [TEAM_RULES[rule]])].join(' · ')

/** Why this number of participants is not one team of the category; null when it is. */
export function teamSizeProblem(size: number, count: number): string | null {
  if (count === size) return null
  const [article, noun] = nounOf(size)
  const rule = `${article} ${noun} tem ${size} pessoas`
  return count < size
    ? `${rule}: adicione mais ${plural(size - count, 'participante', 'participantes')}.`
    : `${rule}: ${plural(count - size, 'participante está', 'participantes estão')} a mais nesta categoria.`
}

const isMan = (sex: number) => sex === SEX.male
const isWoman = (sex: number) => sex === SEX.female

/** Why people of these sexes may not form a team. */
export function teamRuleProblem(rule: TeamRule, sexes: readonly number[]): string | null {
  if (rule === 'men' && !sexes.every(isMan)) return 'Esta equipe é só de homens.'
  if (rule === 'women' && !sexes.every(isWoman)) return 'Esta equipe é só de mulheres.'
  if (rule === 'mixed' && !(sexes.some(isMan) && sexes.some(isWoman)))
    return 'Esta equipe precisa de ao menos um homem e uma mulher.'
  return null
}

/** The names of the legs of a category, written one per line. */
export const legNames = (legs: string): string[] =>
  legs
    .split('\n')
    .map((name) => name.trim())
    .filter((name) => name !== '')

/** `Trecho 2 · Ponte`. */
export const legWords = (leg: number, name: string | null): string =>
  name === null ? `Trecho ${leg}` : `Trecho ${leg} · ${name}`

/** A registration's place in its team. */
export const TeamMembership = z.object({
  name: z.string(),
  leg: z.int(),
  /** Null: the leg has no name. */
  leg_name: z.string().nullable(),
  size: z.int(),
  /** Members whose registration is not cancelled. */
  active: z.int(),
})
export type TeamMembership = z.infer<typeof TeamMembership>

/** A team that lacks members; null: it is complete. */
export const incompleteWords = ({ active, size }: { active: number; size: number }): string | null =>
  active < size ? `Equipe incompleta: ${active} de ${size}` : null
