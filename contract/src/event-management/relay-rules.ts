import type { FieldProblem } from '../errors.ts'
import { legNames, teamWord } from '../event/relay.ts'
import type { EventDraft } from './event-document.ts'

/** Problems of the categories in which teams run, and of the last day on which teams change. */
export function relayProblems({ modalities, teams_until, date_event }: EventDraft): FieldProblem[] {
  const problems: FieldProblem[] =
    teams_until && date_event && date_event < teams_until
      ? [{ field: 'teams_until', message: 'As equipes precisam fechar até o dia do evento.' }]
      : []
  modalities.forEach(({ categories }, i) => {
    categories.forEach((category, j) => {
      const { team_size: size, team_rule: rule, legs, vacancy_limit: limit, sex } = category
      if (size === null) return
      const refuse = (field: string, message: string) =>
        problems.push({ field: `modalities.${i}.categories.${j}.${field}`, message })
      if (limit !== null && limit % size !== 0)
        refuse(
          'vacancy_limit',
          `${teamWord(size)}: o limite conta pessoas e precisa ser um múltiplo de ${size}.`,
        )
      if (rule !== 'any' && sex !== null)
        refuse('team_rule', 'Escolha o sexo aqui ou em "Quem pode se inscrever", não nos dois.')
      const count = legNames(legs).length
      if (count !== 0 && count !== size)
        refuse('legs', `Escreva ${size} trechos, um por linha, ou deixe em branco.`)
    })
  })
  return problems
}
