"""A picture of a page as a PNG with a palette of 256 colours: a quarter of the size, and hardly to be told apart."""

import base64
import struct
import zlib

from playwright.sync_api import Page

# Colours are counted in steps of 8; the 256 most frequent ones stay, the others become the nearest of those.
_REDUCE = """async (png) => {
  const image = await createImageBitmap(await (await fetch('data:image/png;base64,' + png)).blob());
  const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
  canvas.drawImage(image, 0, 0);
  const pixels = canvas.getImageData(0, 0, image.width, image.height).data;
  const bins = new Map(), keys = new Uint16Array(pixels.length / 4);
  for (let at = 0; at < keys.length; at++) {
    const [r, g, b] = pixels.subarray(4 * at, 4 * at + 3);
    const key = keys[at] = (r >> 3 << 10) | (g >> 3 << 5) | b >> 3;
    const bin = bins.get(key);
    if (bin) { bin[0]++; bin[1] += r; bin[2] += g; bin[3] += b; } else bins.set(key, [1, r, g, b]);
  }
  const mean = ([n, ...sums]) => sums.map((sum) => Math.round(sum / n));
  const palette = [...bins.values()].sort((a, b) => b[0] - a[0]).slice(0, 256).map(mean);
  const away = (a, b) => (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2;
  const nearest = new Map([...bins].map(([key, bin]) => {
    const colour = mean(bin);
    return [key, palette.reduce((best, other, i) => away(other, colour) < away(palette[best], colour) ? i : best, 0)];
  }));
  const indices = Uint8Array.from(keys, (key) => nearest.get(key));
  let text = '';
  for (let at = 0; at < indices.length; at += 32768) text += String.fromCharCode(...indices.subarray(at, at + 32768));
  return [image.width, image.height, palette.flat(), btoa(text)];
}"""


def with_palette(page: Page, png: bytes) -> bytes:
    """The same picture, reduced in a page, which may be any that forbids nothing."""
    width, height, palette, text = page.evaluate(_REDUCE, base64.b64encode(png).decode())
    indices = base64.b64decode(text)
    rows = b"".join(b"\0" + indices[at : at + width] for at in range(0, len(indices), width))
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"PLTE", bytes(palette)), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(map(_chunk, chunks))


def _chunk(named: tuple[bytes, bytes]) -> bytes:
    name, data = named
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
