import { useState } from 'react'
import { TextButton } from '#web/ui/text-button.tsx'
import own from './group.module.css'
import { forgetLinkedGroup, linkedGroup } from './linked-group.ts'

/** In the wizard: the group that the order joins. */
export function GroupNote({ slug }: { slug: string }) {
  const [group, setGroup] = useState(() => linkedGroup(slug))
  if (!group) return null
  return (
    <section className={own.panel} aria-label="Grupo">
      <p>
        Esta inscrição entra no grupo <strong>{group.name}</strong>. O capitão vê o nome, a prova e o que
        falta, e pode pagar por ela.
      </p>
      <TextButton
        variant="default"
        onClick={() => {
          forgetLinkedGroup()
          setGroup(null)
        }}
      >
        Não entrar no grupo
      </TextButton>
    </section>
  )
}
