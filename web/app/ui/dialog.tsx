import { Modal, type ModalProps } from '@mantine/core'
import { useMounted } from '@mantine/hooks'

/** A modal that gives the focus back to what opened it, also when it is rendered only once it is wanted: Mantine's remembers nothing then. */
export function Dialog({ opened, ...props }: ModalProps) {
  const isMounted = useMounted()
  return <Modal opened={opened && isMounted} {...props} />
}
