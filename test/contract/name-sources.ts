import type { Contract } from '../../tools/contract/contract.ts';

/** Names where a contract comes from: of several descriptions from one place, the place and how many they are. */
export function nameSources({ sources }: Pick<Contract, 'sources'>): string {
  const places = Map.groupBy(sources, ({ source }) => source.split(' ', 1)[0] ?? '');
  return [...places]
    .map(([place, list]) => (list.length === 1 ? list[0]?.source : `${place} (${list.length} descriptions)`))
    .join('; ');
}
