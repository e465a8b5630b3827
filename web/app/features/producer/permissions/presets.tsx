import { IconCheck } from '@tabler/icons-react'
import { PERMISSION_PRESETS } from '#contract/permission-presets.ts'
import type { PermissionRow } from '#contract/producer.ts'
import classes from './presets.module.css'

interface PresetsProps {
  /** What can still be granted. */
  available: readonly PermissionRow[]
  onChoose: (names: readonly string[]) => void
}

/** Permissions of a whole job, chosen by one click. */
export function Presets({ available, onChoose }: PresetsProps) {
  return (
    <ul className={classes.presets} aria-label="Perfis prontos">
      {PERMISSION_PRESETS.map(({ name, description, permissions }) => {
        const left = available.filter((one) => permissions.some((permission) => permission === one.name))
        return (
          <li key={name}>
            <button
              type="button"
              disabled={left.length === 0}
              onClick={() => onChoose(left.map((permission) => permission.name))}
            >
              <strong>
                {name}
                {left.length === 0 && <IconCheck size={18} aria-hidden />}
              </strong>
              <span>{left.length === 0 ? 'Já tem tudo deste perfil.' : description}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
