// What is fetched ahead comes with its pictures, so that they are there without a network.

/** @import {Packet} from './wire.js' */

import { keepFiles } from './device.js';

const MEDIA = 'jurybox media';

/** @param {Packet[]} packets */
export const keepPictures = (packets) => keepFiles(MEDIA, packets.flatMap(picturesOf));

/**
 * The addresses of all pictures that a packet shows: of large ones the smaller copy, which is what is seen first.
 * @param {any} part
 * @returns {string[]}
 */
export function picturesOf(part) {
  if (part === null || typeof part !== 'object') return [];
  if (typeof part.url === 'string') return String(part.type).startsWith('image/') ? [part.small?.url ?? part.url] : [];
  return Object.values(part).flatMap(picturesOf);
}
