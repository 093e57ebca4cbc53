// Makes a video and deletes it, with the client of ogen.
package main

//go:generate go tool ogen --target generated --package presenter openapi.json

import (
	"context"
	"fmt"
	"log"
	"os"
	"time"

	presenter "example.com/makevideo/generated"
)

type key string

func (k key) Bearer(context.Context, presenter.OperationName) (presenter.Bearer, error) {
	return presenter.Bearer{Token: string(k)}, nil
}

func main() {
	ctx := context.Background()
	client, err := presenter.NewClient(os.Getenv("PRESENTER_API_URL"), key(os.Getenv("PRESENTER_API_KEY")))
	stopOn(err)

	request := presenter.CreateVideo{
		Script:      "Hello there.",
		PresenterID: presenter.NewOptNilString("maya"),
	}
	answer, err := client.CreateVideo(ctx, &request, presenter.CreateVideoParams{})
	stopOn(err)
	created, accepted := answer.(*presenter.VideoHeaders)
	if !accepted {
		log.Fatalf("%T", answer)
	}
	video := &created.Response
	for video.Status != "ready" && video.Status != "failed" {
		time.Sleep(250 * time.Millisecond)
		asked, err := client.GetVideo(ctx, presenter.GetVideoParams{ID: video.ID})
		stopOn(err)
		video = &asked.(*presenter.GetVideoOKHeaders).Response
	}
	fmt.Println(video.Status, video.Options.Resolution)

	page, err := client.ListVideos(ctx, presenter.ListVideosParams{Limit: presenter.NewOptInt(5)})
	stopOn(err)
	for _, listed := range page.(*presenter.VideoList).Data {
		if listed.ID == video.ID {
			fmt.Println("listed", listed.Status)
		}
	}

	deleted, err := client.DeleteVideo(ctx, presenter.DeleteVideoParams{ID: video.ID})
	stopOn(err)
	fmt.Println("deleted", deleted.(*presenter.DeletedVideo).ID)

	gone, err := client.GetVideo(ctx, presenter.GetVideoParams{ID: video.ID})
	stopOn(err)
	fmt.Println("then", gone.(*presenter.GetVideoNotFound).Error.Code)
}

func stopOn(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
