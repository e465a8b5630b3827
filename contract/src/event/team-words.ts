import { SEX } from '../documents.ts'
import { plural } from '../words.ts'
import { nounOf, type TeamRule } from './relay.ts'

/** Why so many participants of a category are not one team. */
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

/** A team that lacks members; null: it is complete. */
export const incompleteWords = ({ active, size }: { active: number; size: number }): string | null =>
  active < size ? `Equipe incompleta: ${active} de ${size}` : null
