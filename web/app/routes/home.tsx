import { PageHeader } from '../ui/page-header.tsx'
import { sharedPage } from '../ui/page-title.ts'
import type { Route } from './+types/home'

export function meta({ matches: [root] }: Route.MetaArgs) {
  return sharedPage({
    title: 'Corridas de rua no Brasil',
    description: 'Encontre a sua próxima corrida e inscreva-se em poucos minutos.',
    url: `${root.loaderData.origin}/`,
    image: `${root.loaderData.origin}/social-card.png`,
  })
}

export default function Home() {
  return <PageHeader title="Corridas" />
}
