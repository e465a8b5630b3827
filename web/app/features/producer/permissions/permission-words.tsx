import { permissionName } from '#contract/permissions.ts'
import { ApiFailure } from '#web/api/api.ts'
import classes from './permissions.module.css'

export function PermissionName({ name }: { name: string }) {
  const words = permissionName(name)
  return (
    <span className={classes.name}>
      <strong>{words}</strong> {words !== name && <code>{name}</code>}
    </span>
  )
}

/** Words a failure: the specification's message, followed by the server's reason on a line of its own. */
export const problemAfter = (sentence: string) => (failure: unknown) =>
  failure instanceof ApiFailure ? [sentence, failure.message].filter(Boolean).join('\n') : sentence
