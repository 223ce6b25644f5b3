import { answerBytesMax, type DiscoveredObject, type Discovery } from '../../../../core/connection-requests.ts';

const objectsMax = 500;

/** Keeps as many objects as one answer may hold. */
export function boundDiscovery(objects: readonly DiscoveredObject[], truncated = false): Discovery {
  let bytes = 0;
  const kept = objects.slice(0, objectsMax).filter((object) => {
    bytes += Buffer.byteLength(JSON.stringify(object));
    return bytes <= answerBytesMax;
  });
  return { objects: kept, truncated: truncated || kept.length < objects.length };
}
