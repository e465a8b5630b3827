import type { FastifyInstance } from 'fastify'

/** The routes of an application as `GET /path`. Fastify prints them as a tree: each line a piece of a path, what leads there above it. */
export function registeredRoutes(fastify: FastifyInstance): string[] {
  const pieces: string[] = []
  return fastify
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', piece = '', methods] = /^([│ ]*)[├└]── (\S*)(?: \((.*)\))?$/.exec(line) ?? []
      pieces.splice(indent.length / 4, pieces.length, piece)
      return methods ? methods.split(', ').map((method) => `${method} ${pieces.join('')}`) : []
    })
}
