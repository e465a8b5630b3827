import { Skeleton } from '@mantine/core'
import classes from './editor.module.css'

const SECTIONS = [280, 200, 160]

export function EditorSkeleton() {
  return (
    <div aria-busy>
      <h1 className="sr-only">Carregando…</h1>
      <Skeleton height={36} maw={380} />
      <Skeleton height={44} maw={320} mt="xl" />
      <Skeleton height={56} mt="xl" mb="lg" radius="lg" />
      <div className={classes.step}>
        {SECTIONS.map((height) => (
          <Skeleton key={height} height={height} radius="lg" />
        ))}
      </div>
    </div>
  )
}
