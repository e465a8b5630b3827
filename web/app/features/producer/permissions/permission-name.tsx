import { permissionName } from '#contract/permissions.ts'
import classes from './permissions.module.css'

/** A permission's name for people, and its technical one, as the API has it, small. */
export function PermissionName({ name }: { name: string }) {
  const words = permissionName(name)
  return (
    <span className={classes.name}>
      <strong>{words}</strong> {words !== name && <code>{name}</code>}
    </span>
  )
}
