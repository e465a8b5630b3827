import { Button } from '@mantine/core'
import { useState } from 'react'
import { incompleteWords, legWords } from '#contract/event/relay.ts'
import type { MyRegistration } from '#contract/my-registrations/my-registrations.ts'
import { orderLegs } from '#contract/my-registrations/team.ts'
import type { MyTeam } from '#contract/registration/team.ts'
import { api } from '#web/api/api.ts'
import classes from '#web/features/registration/details.module.css'
import { useRegistrationChange } from '#web/features/registration/use-registration-change.ts'
import { MY_REGISTRATION_PATH, pathTo } from '#web/paths.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { MoveButtons } from '#web/ui/move-buttons.tsx'
import team from './team.module.css'

interface TeamSectionProps {
  registration: MyRegistration
  team: MyTeam
}

/** The relay team with its legs, which the captain orders. */
export function TeamSection({ registration, team: { name, members, ...rest } }: TeamSectionProps) {
  const stored = members.map(({ registration_id }) => registration_id)
  const [ids, setIds] = useState(stored)
  const save = useRegistrationChange({
    change: () => api(orderLegs, { params: { id: registration.id }, body: { registration_ids: ids } }),
    done: 'Trechos guardados.',
    failure: 'Erro ao guardar os trechos.',
  })
  const legs = members.map(({ leg, leg_name }) => legWords(leg, leg_name))
  const isChanged = ids.some((id, index) => id !== stored[index])
  const move = (from: number, to: number) =>
    setIds(ids.toSpliced(from, 1).toSpliced(to, 0, ...ids.slice(from, from + 1)))
  const incomplete = incompleteWords(rest)
  return (
    <section className={classes.section} aria-labelledby="team-title">
      <h2 id="team-title">Equipe {name}</h2>
      <div className={classes.choice}>
        {incomplete && (
          <p>
            <strong>{incomplete}.</strong> Fale com a organização do evento.
          </p>
        )}
        <ol className={team.legs} aria-label="Trechos">
          {ids.map((id, index) => {
            const member = members.find(({ registration_id }) => registration_id === id)
            if (!member) return null
            return (
              <li key={id} className={team.leg}>
                <span className={team.words}>
                  <span className={team.name} data-cancelled={!member.is_active || undefined}>
                    {member.name}
                  </span>
                  <small>
                    {[legs[index], !member.is_active && 'inscrição cancelada'].filter(Boolean).join(' · ')}
                  </small>
                </span>
                {rest.can_order && (
                  <MoveButtons
                    name={member.name}
                    index={index}
                    count={ids.length}
                    onMove={(to) => move(index, to)}
                  />
                )}
                {member.is_own && id !== registration.id && (
                  <LinkButton variant="subtle" size="compact-md" to={pathTo(MY_REGISTRATION_PATH, id)}>
                    Ver inscrição<span className="sr-only"> de {member.name}</span>
                  </LinkButton>
                )}
              </li>
            )
          })}
        </ol>
        {isChanged && (
          <Button loading={save.isPending} onClick={() => save.mutate()}>
            Guardar a ordem dos trechos
          </Button>
        )}
        {rest.until !== null && rest.is_captain && (
          <p className={classes.note}>
            Até {rest.until} você ordena os trechos e troca integrantes: abra a inscrição de quem sai e
            escolha Trocar este integrante.
          </p>
        )}
      </div>
    </section>
  )
}
