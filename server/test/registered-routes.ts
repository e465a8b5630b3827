import type { FastifyInstance } from 'fastify'

/**
 * Returns the routes of an application as `GET /path`. Fastify prints them as a tree: a line is a part of a path, below
 * the part that precedes it.
 */
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
