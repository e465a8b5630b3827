export const SMALLEST_TEAM = 2
export const LARGEST_TEAM = 8

// Public pages load this file, so schemas and the words of members are in files of their own.

/** Who may be in a team; `mixed`: at least one man and one woman. */
export type TeamRule = 'any' | 'men' | 'women' | 'mixed'
export const TEAM_RULES: Record<TeamRule, string> = {
  any: 'Qualquer composição',
  men: 'Só homens',
  women: 'Só mulheres',
  mixed: 'Ao menos um homem e uma mulher',
}

/** The columns of a category that make it a relay; `team_size` is null for a category of individuals. */
export interface Relay {
  team_size: number | null
  team_rule: TeamRule
}
export const INDIVIDUAL: Relay = { team_size: null, team_rule: 'any' }
export const RELAY_COLUMNS = ['team_size', 'team_rule'] as const satisfies (keyof Relay)[]

const NOUNS: Readonly<Record<number, readonly [article: string, noun: string]>> = {
  2: ['Uma', 'dupla'],
  3: ['Um', 'trio'],
  4: ['Um', 'quarteto'],
}
export const nounOf = (size: number) => NOUNS[size] ?? (['Uma', `equipe de ${size}`] as const)

/** `Dupla`, `Equipe de 5`. */
export const teamWord = (size: number): string => {
  const [, noun] = nounOf(size)
  return noun.charAt(0).toUpperCase() + noun.slice(1)
}

/** `Dupla · Só mulheres`; null for a category of individuals. */
export const relayWords = ({ team_size: size, team_rule: rule }: Relay): string | null =>
  size === null ? null : [teamWord(size), ...(rule === 'any' ? [] : [TEAM_RULES[rule]])].join(' · ')

/** A registration's place in its team. */
export interface TeamMembership {
  name: string
  leg: number
  /** Null: the leg has no name. */
  leg_name: string | null
  size: number
  /** Members whose registration is not cancelled. */
  active: number
}
